import lobby from "./pl/lobby.json";
import review from "./pl/review.json";
import shell from "./pl/shell.json";
import table from "./pl/table.json";

export default { ...shell, ...lobby, ...table, ...review };
