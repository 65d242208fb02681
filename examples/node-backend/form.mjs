// What an office's form sends: fields, and files with their labels.
import { fileLimits } from "casegate/service";

const megabyte = 2 ** 20;
const total = 2 * fileLimits.append.total_megabytes * megabyte;

/** For `@fastify/multipart`. One byte over the limits is read, so that the library can say what is too large. */
export const formLimits = {
  throwFileSizeLimit: false,
  limits: {
    fileSize: fileLimits.create.file_megabytes * megabyte + 1,
    fieldSize: megabyte + 1,
    files: 30,
    fields: 60,
  },
};

/** The form is held in memory, up to a limit: files go on to the service and are not kept here. */
export async function readForm(request) {
  const fields = new Map();
  const labels = [];
  const files = [];
  let bytes = 0;
  for await (const part of request.parts()) {
    if (part.type === "file") {
      const content = await part.toBuffer();
      bytes += content.length;
      if (bytes > total) throw Object.assign(new Error("The files are too large together."), { statusCode: 413 });
      files.push({ name: part.filename ?? "", size: content.length, blob: new Blob([content]) });
    } else if (part.fieldname === "labels") {
      labels.push(part.value);
    } else {
      fields.set(part.fieldname, part.value);
    }
  }
  files.forEach((file, index) => (file.label = labels[index] ?? null));
  return { fields, files: files.filter(({ name }) => name !== "") }; // a browser sends an input without a choice, too
}
