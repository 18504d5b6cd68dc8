/** The panel with the list of units, the rules and the main idol. */

import { segments, showChoice } from "../kit/controls.js";
import { h } from "../kit/dom.js";
import { View } from "../kit/view.js";
import { usesMainIdol } from "./game.js";
import { nameOf } from "./names.js";
import { t } from "./texts.js";

/** @import {Session} from "./session.js" */

/** @extends {View<Session>} */
export class OptionsView extends View {
  build() {
    const { session } = this;
    const { lists, rules, mainIdols } = session.known;
    /** @type {(choice: Parameters<Session["choose"]>[0]) => void} */
    const choose = (choice) => {
      session.choose(choice);
      this.changed.step();
    };
    /** @type {HTMLElement} */
    this.lists = segments(t("unitList"), lists.map((list) => [`units-${list}`, t("units", { list }), list]),
      (list) => choose({ list }));
    /** @type {HTMLElement} */
    this.rules = segments(t("rules"), rules.map((name, i) => [`rules-${i}`, t(`rule${name}`), name]),
      (name) => choose({ rules: name }));
    /** @type {HTMLSelectElement} */
    this.select = h("select", {
      id: "main-idol",
      onchange: () => choose({ main: this.select.value === "" ? null : Number(this.select.value) }),
    }, h("option", { value: "" }, t("noMainIdol")), ...mainIdols.map((kind) => {
      const { name, full_name: full } = session.tiles[kind];
      return h("option", { value: kind, lang: "ja" }, nameOf(session.tiles[kind]), name !== full && ` ${full}`);
    }));
    /** @type {HTMLElement} */
    this.main = h("div", { class: "main-idol" }, h("label", { for: "main-idol" }, t("mainIdol")), this.select);
    /** @type {HTMLElement} */
    this.hint = h("p", { class: "quiet", id: "rules-hint" });
    /** @type {HTMLElement} */
    this.chosen = h("summary");
    return h("details", { class: "options", id: "options" }, this.chosen,
      h("div", { class: "choices" }, this.lists, this.rules, this.main), this.hint);
  }

  show() {
    const { list, rules, main } = this.session;
    showChoice(this.lists, list);
    showChoice(this.rules, rules);
    this.chosen.textContent = t("rules") + t("colon") + [t(`rule${rules}`), t("units", { list })].join(t("comma"));
    this.main.hidden = !usesMainIdol(rules);
    // @ts-expect-error: the number becomes a text.
    this.select.value = main ?? "";
    this.hint.textContent = [t("hintUnits"), ...(usesMainIdol(rules) ? [t(`hint${rules}`)] : [])].join(" ");
  }
}
