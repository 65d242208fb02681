import { useEffect, useState } from "react";
import { CasePage } from "./CasePage";
import type { Language } from "./field-table";
import { send } from "./send";

export default function App() {
  const [language, setLanguage] = useState<Language>("en");
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <main>
      <button type="button" onClick={() => setLanguage(language === "en" ? "es" : "en")}>{language === "en" ? "Español" : "English"}</button>
      <CasePage send={send} language={language} />
    </main>
  );
}
