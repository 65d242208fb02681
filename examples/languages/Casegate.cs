// A client of `casegate api`. docs/guides/other-languages.md says how to run it.
using System;
using System.Net.Http;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Threading.Tasks;

[DataContract]
public class Issue
{
    [DataMember(Name = "code")] public string Code { get; set; }
    [DataMember(Name = "at")] public string At { get; set; }
    [DataMember(Name = "message")] public string Message { get; set; }
}

[DataContract]
public class Report
{
    [DataMember(Name = "ok")] public bool Ok { get; set; }
    [DataMember(Name = "issues")] public Issue[] Issues { get; set; }
}

public class Casegate
{
    static readonly HttpClient Http = new HttpClient();
    static readonly DataContractJsonSerializer Reports = new DataContractJsonSerializer(typeof(Report));
    readonly string address;

    public Casegate(string address) { this.address = address; }

    /// <summary>Returns the report on a case.</summary>
    public async Task<Report> Check(string json, string today)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, address + "/v1/check_case");
        request.Headers.Add("Casegate-Context", "{\"today\":\"" + today + "\"}");
        request.Content = new StringContent(json, Encoding.UTF8, "application/json");
        using (var response = await Http.SendAsync(request))
        {
            response.EnsureSuccessStatusCode();
            return (Report)Reports.ReadObject(await response.Content.ReadAsStreamAsync());
        }
    }
}

public static class Program
{
    public static void Main()
    {
        var casegate = new Casegate(Environment.GetEnvironmentVariable("CASEGATE_API") ?? "http://127.0.0.1:8789");
        var report = casegate.Check("{\"case_type\": \"pl\", \"plaintiff_name\": \"Test Plaintiff\"}", "2026-03-01").Result;
        Console.WriteLine(report.Ok);
        foreach (var issue in report.Issues) Console.WriteLine(issue.At + " " + issue.Code);
    }
}
