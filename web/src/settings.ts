// Colours and size, remembered on this machine.

import { byId, h } from "./dom.ts";
import { texts } from "./texts.ts";

function stored(key: string): string | null {
  try { return localStorage.getItem(key); } catch { return null; }
}

function choice(id: "theme" | "size", options: [string, string][]) {
  const select = byId<HTMLSelectElement>(id);
  select.append(...options.map(([value, text]) => h("option", { value }, text)));
  const set = (value: string) => { document.documentElement.dataset[id] = value; };
  const first = stored(id);
  select.value = options.some(([value]) => value === first) ? first! : options[0]![0];
  set(select.value);
  select.addEventListener("change", () => {
    set(select.value);
    // If nothing may be stored, the choice lasts as long as the page.
    try { localStorage.setItem(id, select.value); } catch { /* not remembered */ }
  });
}

/** Fills the choices of the page's head, and sets what was chosen before. */
export function settings() {
  choice("theme", [["auto", texts.themeAuto], ["light", texts.themeLight], ["dark", texts.themeDark]]);
  choice("size", [["normal", texts.sizeNormal], ["large", texts.sizeLarge]]);
}
