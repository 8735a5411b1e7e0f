import lobby from "./pl/lobby.json";
import proof from "./pl/proof.json";
import replay from "./pl/replay.json";
import rules from "./pl/rules.json";
import shell from "./pl/shell.json";
import table from "./pl/table.json";

export default { ...shell, ...lobby, ...table, ...proof, ...replay, ...rules };
