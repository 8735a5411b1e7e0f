import "./fonts.css";
import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { preferredLanguage, translations } from "$lib/i18n/translations.svelte";
import { followLinks } from "$lib/router.svelte";

followLinks();
await translations.choose(preferredLanguage());
mount(App, { target: document.getElementById("app") as HTMLElement });
