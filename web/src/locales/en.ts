import lobby from "./en/lobby.json";
import proof from "./en/proof.json";
import replay from "./en/replay.json";
import rules from "./en/rules.json";
import shell from "./en/shell.json";
import table from "./en/table.json";

export default { ...shell, ...lobby, ...table, ...proof, ...replay, ...rules };
