import lobby from "./en/lobby.json";
import review from "./en/review.json";
import shell from "./en/shell.json";
import table from "./en/table.json";

export default { ...shell, ...lobby, ...table, ...review };
