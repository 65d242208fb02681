import { fail } from "@sveltejs/kit";
import { caseSchema, today } from "casegate";
import { message, superValidate } from "sveltekit-superforms";
import { standard } from "sveltekit-superforms/adapters";
import { submit } from "$lib/submit.js";

const schema = caseSchema({ today: () => today("America/New_York") }, { input: "form" });
const defaults = { case_type: "pl", cc_emails: "", plaintiff_name: "", date_of_loss: "", is_incident_report_provided: "", base_product: "", insurance_company: "" };
const adapter = standard(schema, { defaults });

export const load = async () => ({ form: await superValidate(adapter) });

export const actions = {
  async default({ request }) {
    const form = await superValidate(request, adapter);
    if (!form.valid) return fail(400, { form }); // with the answers, so the page keeps them
    await submit(form.data); // the case as it should be sent
    return message(form, "Case submitted.");
  },
};
