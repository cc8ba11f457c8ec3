/** What a report of a problem contains. The names are those of the fields in the repository's issue form. */
export interface ProblemReport {
  /** Path and query of the page. */
  readonly screen: string;
  readonly version: string;
  readonly browser: string;
}

/** Trackers reject URLs of about 8,000 characters, and encoding triples the length of some screens. */
const MAX_LENGTH = 2_000;

const secretValues = /([?&][^=&]*(?:key|token|secret|password|auth)[^=&]*=)[^&]*/gi;

/** Returns a report without the values of query parameters that could be secrets, which links of the app do not have. */
export function problemReport({ screen, version, browser }: ProblemReport): ProblemReport {
  return {
    screen: shorten(screen.replace(secretValues, '$1…')),
    version: shorten(version),
    browser: shorten(browser),
  };
}

/** Returns the link to a tracker's form for a new issue, with the report filled in. */
export function newIssueLink(formUrl: string, report: ProblemReport): string {
  const url = new URL(formUrl);
  for (const [name, value] of Object.entries({ template: 'bug.yml', ...report }))
    url.searchParams.set(name, value);
  return url.href;
}

export function reportText({ screen, version, browser }: ProblemReport): string {
  return `Screen: ${screen}\nVersion: ${version}\nBrowser: ${browser}\n`;
}

function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}
