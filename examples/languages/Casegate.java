// A child process that checks cases. docs/guides/other-languages.md says how to run it.
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The rulebook in a process of its own. */
public final class Casegate implements AutoCloseable {
    private final Process process;
    private final BufferedWriter cases;
    private final BufferedReader reports;

    public Casegate(String today) throws IOException {
        process = new ProcessBuilder("casegate", "call", "check_case", "--today", today)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        cases = process.outputWriter(StandardCharsets.UTF_8);
        reports = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Returns the report on a case. */
    public synchronized String check(String json) throws IOException {
        cases.write(json.replace('\r', ' ').replace('\n', ' ') + "\n");
        cases.flush();
        String report = reports.readLine();
        if (report == null) {
            throw new EOFException("casegate has ended");
        }
        return report;
    }

    @Override
    public void close() throws IOException {
        cases.close();
    }

    public static void main(String[] args) throws IOException {
        try (Casegate casegate = new Casegate("2026-03-01")) {
            for (String json : new String[] {"{\"case_type\": \"pl\"}", "no JSON"}) {
                String report = casegate.check(json);
                System.out.println(report.contains("\"ok\":true") + " " + report.contains("\"code\":\"not_json\""));
            }
        }
    }
}
