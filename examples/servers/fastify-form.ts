import multipart from "@fastify/multipart";
import { type Case, type Context, caseFromForm, checkCase, checkCaseText, fileLimits, judgeFiles, today } from "casegate";
import Fastify, { type FastifyRequest } from "fastify";

const office = { today: () => today("America/New_York"), credential: "user", audience: "form", include: ["prepared"] } satisfies Context;
const inSpanish = { ...office, language: "es" } satisfies Context;
const contextOf = ({ headers }: FastifyRequest) => (headers["accept-language"]?.startsWith("es") ? inSpanish : office);

const { files: count, file_megabytes } = fileLimits.create;
// One byte and one file more than the service takes, so `judgeFiles` reports them.
const limits = { fileSize: file_megabytes * 2 ** 20 + 1, files: count + 1, fieldSize: 2 ** 20 };

type LabeledFile = { file: File; label?: string | null };

export function createServer(submit: (payload: Case, files: LabeledFile[]) => Promise<void>) {
  const server = Fastify();
  server.removeAllContentTypeParsers();
  server.register(multipart, { attachFieldsToBody: true, throwFileSizeLimit: false, limits });
  server.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (request, body, done) => done(null, body));

  server.post<{ Body?: string }>("/cases", async (request, reply) => {
    const context = contextOf(request);
    const form = request.isMultipart() ? await request.formData() : new URLSearchParams(request.body);
    const part = form.get("case");
    const text = part instanceof Blob ? await part.text() : part; // programs send it as a file
    const report = typeof text === "string" ? checkCaseText(text, context) : checkCase(caseFromForm(form, context).case, context);
    if (!report.ok) return reply.code(400).send({ errors: report.issues });

    // Without an input that has no file.
    const files = form.getAll("files").filter((file): file is File => file instanceof File && file.name !== "");
    const labels = form.getAll("labels").map(String);
    const { files: verdicts } = judgeFiles({ endpoint: "create", files, labels }, context);
    const judged = files.map((file, index) => ({ file, label: verdicts[index]?.label, status: verdicts[index]?.status }));
    await submit(report.prepared, judged.filter(({ status }) => status === "accepted"));
    return reply.code(202).send({ files: verdicts });
  });
  return server;
}
