/** The style sheet of `/docs`, with the dashboard's colors. */
export const docsStyle = `
:root {
  color-scheme: dark light;
  --bg: oklch(0.165 0.012 260); --surface: oklch(0.198 0.013 260); --line: oklch(0.285 0.014 260);
  --text: oklch(0.945 0.006 260); --muted: oklch(0.715 0.014 260); --accent: oklch(0.735 0.13 238);
}
@media (prefers-color-scheme: light) {
  :root {
    --bg: oklch(0.992 0.002 260); --surface: oklch(0.975 0.004 260); --line: oklch(0.915 0.006 260);
    --text: oklch(0.235 0.015 260); --muted: oklch(0.485 0.015 260); --accent: oklch(0.535 0.16 245);
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 24px; }
body {
  margin: 0; background: var(--bg); color: var(--text);
  font: 14px/1.55 Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%;
}
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; font-size: 12.5px; }
h1, h2, h3, h4 { font-weight: 600; line-height: 1.25; text-wrap: balance; }
h1 { font-size: 28px; margin: 0 0 12px; letter-spacing: -0.01em; }
h2 { font-size: 20px; margin: 64px 0 16px; }
h3 { font-size: 16px; margin: 0 0 8px; }
h4 { font-size: 12px; margin: 24px 0 4px; color: var(--muted); font-weight: 500; }
main a { text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 3px; }
main h3 a { color: inherit; text-decoration: none; overflow-wrap: anywhere; }
main h3 a:hover { text-decoration: underline; }
p { margin: 0 0 12px; max-width: 68ch; }
.lead { font-size: 16px; color: var(--muted); }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 16px; top: 12px; background: var(--bg); padding: 4px 8px; }
.layout { display: grid; grid-template-columns: 248px minmax(0, 1fr); max-width: 1440px; margin: 0 auto; }
nav { font-size: 13px; position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 24px 16px 40px 32px; border-right: 1px solid var(--line); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: 4px 0; color: var(--muted); overflow-wrap: break-word; }
nav a:hover { color: var(--text); text-decoration: none; }
nav b { display: block; margin: 20px 0 4px; font-weight: 500; font-size: 12px; color: var(--text); }
.brand { font-weight: 600; font-size: 16px; color: var(--text); }
.bar { display: none; }
main { padding: 32px 40px 96px; min-width: 0; }
pre {
  margin: 8px 0 12px; padding: 12px 16px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px;
  white-space: pre-wrap; word-break: break-all; overflow-y: auto; line-height: 1.5; max-height: 420px;
}
.operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 460px); gap: 0 40px; padding: 32px 0; border-top: 1px solid var(--line); }
.example { min-width: 0; align-self: start; position: sticky; top: 24px; }
.example > h4:first-child { margin-top: 0; }
main > pre { max-width: 640px; }
.route { font-size: 13px; }
.method { display: inline-block; font-weight: 600; font-size: 12px; margin-right: 4px; }
.plan { font-size: 12px; font-weight: 500; color: var(--muted); border: 1px solid var(--line); border-radius: 6px; padding: 1px 6px; margin-left: 8px; white-space: nowrap; }
dl { margin: 0; }
.fields > div { padding: 8px 0; border-top: 1px solid var(--line); }
.fields > div:first-child { border-top: 0; }
.fields dt code { font-weight: 600; overflow-wrap: anywhere; }
.fields dd { margin: 0; color: var(--muted); max-width: 68ch; }
.type { color: var(--muted); font-size: 12px; margin-left: 4px; }
.type-description { color: var(--muted); margin-left: 4px; }
.type em { font-style: normal; color: var(--text); margin-left: 4px; }
.conventions > div { display: grid; grid-template-columns: 136px minmax(0, 68ch); gap: 16px; padding: 10px 0; border-top: 1px solid var(--line); }
.conventions dt { font-weight: 500; }
.conventions dd { margin: 0; color: var(--muted); }
.conventions code { color: var(--text); overflow-wrap: anywhere; }
summary { cursor: pointer; color: var(--accent); padding: 4px 0; font-size: 13px; }
.table-scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; margin-top: 12px; }
th { text-align: left; font-weight: 500; color: var(--muted); font-size: 12px; }
th, td { padding: 7px 24px 7px 0; border-bottom: 1px solid var(--line); vertical-align: baseline; }
.type-section { padding: 24px 0 8px; border-top: 1px solid var(--line); }
.values { display: flex; flex-wrap: wrap; gap: 4px 12px; list-style: none; margin: 0; padding: 0; }
@media (min-width: 900px) {
  .type-section .fields > div { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); gap: 24px; align-items: baseline; }
}
@media (max-width: 1120px) {
  .operation { grid-template-columns: minmax(0, 1fr); }
  .example { position: static; }
  .example > h4:first-child { margin-top: 24px; }
}
@media (max-width: 760px) {
  html { scroll-padding-top: 64px; }
  .layout { display: flex; flex-direction: column; }
  .bar {
    display: flex; justify-content: space-between; align-items: stretch; position: sticky; top: 0; z-index: 1;
    background: var(--bg); border-bottom: 1px solid var(--line); padding: 0 16px; line-height: 48px;
  }
  nav { order: 1; position: static; height: auto; border-right: 0; padding: 0 16px 48px; }
  nav .brand { display: none; }
  nav a { padding: 10px 0; }
  main { padding: 24px 16px 64px; }
  pre { max-height: 280px; padding: 12px; }
  h2 { margin-top: 48px; }
  summary { min-height: 44px; display: flex; align-items: center; }
  .conventions > div { grid-template-columns: minmax(0, 1fr); gap: 2px; }
  th, td { padding-right: 16px; }
}
`;
