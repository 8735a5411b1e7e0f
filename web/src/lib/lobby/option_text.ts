/** Options in words: from the game's folder if it has them, otherwise as near as the catalog comes. */

import type { GameShown } from "$protocol";
import { posterT, t } from "../i18n/translations.svelte";
import { hasMeaning, isUsual, optionsOf, type Option } from "./options";

export function optionLabel(game: string, name: string): string {
  return posterT(game, `option.${name}`) ?? name.replaceAll("_", " ");
}

export function optionHelp(game: string, option: Option): string {
  return posterT(game, `option.${option.name}.help`) ?? option.description;
}

export function valueLabel(game: string, name: string, value: unknown): string {
  const own = posterT(game, `option.${name}.${String(value)}`);
  if (own !== null) return own;
  if (typeof value === "boolean") return t(value ? "lobby.option.on" : "lobby.option.off");
  if (value === null) return t("lobby.option.null");
  return (typeof value === "string" ? value : JSON.stringify(value)).replaceAll("_", " ");
}

/** What is chosen differently from usual; empty: nothing is. */
export function chosenOptionsText(game: GameShown, options: Readonly<Record<string, unknown>>): string[] {
  return optionsOf(game)
    .filter(({ name }) => name in options && !isUsual(game, name, options[name]))
    .filter(({ name }) => hasMeaning(game, name, (other) => options[other]))
    .map(({ name }) =>
      options[name] === true
        ? optionLabel(game.key, name)
        : t("lobby.option.value", {
            label: optionLabel(game.key, name),
            value: valueLabel(game.key, name, options[name]),
          }),
    );
}

export function clockLabel(seconds: number | null): string {
  if (seconds === null) return t("lobby.clock.none");
  if (seconds === 86_400) return t("lobby.clock.day");
  return seconds >= 60 && seconds % 60 === 0
    ? t("lobby.clock.minutes", { n: seconds / 60 })
    : t("lobby.clock.seconds", { n: seconds });
}
