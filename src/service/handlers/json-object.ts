// Texts are added up, not joined: they are copied once, when they are sent, and a page of statistics has 800 kB.

/** JSON of an object whose values are JSON already; those that are undefined are left out. */
export function jsonObject(fields: Readonly<Record<string, string | undefined>>): string {
  let members = '';
  for (const [name, json] of Object.entries(fields)) {
    if (json !== undefined) members += `${members && ','}"${name}":${json}`;
  }
  return `{${members}}`;
}

export function jsonArray(items: readonly string[]): string {
  let members = '';
  for (const item of items) members += `${members && ','}${item}`;
  return `[${members}]`;
}
