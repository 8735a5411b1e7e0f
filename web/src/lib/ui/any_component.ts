/** For components that are only known when the page runs. With `unknown` for `any`, none that has props of its own would fit. */

import type { Component } from "svelte";

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see above
export type AnyProps = Record<string, any>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see above
export type AnyComponent = Component<any>;
