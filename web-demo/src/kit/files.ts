// Files from a person, chosen or dropped, and files to a person.
import { fileExtensions } from "casegate/form";
import { fileArea as areaFor } from "../../../pkg/src/intake/file-area.js";

export { download, hasFiles, keepDropsOut } from "../../../pkg/src/intake/transfer.js";

/** A button and a drop target; `id` names both. */
export function fileArea(id: string, labels: { choose: string; drop: string; noFile: string; describedBy?: string }, add: (files: readonly File[]) => void): HTMLElement {
  return areaFor(id, fileExtensions, labels, add);
}
