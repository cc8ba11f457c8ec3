/** Returns the JSON of an object whose values are already serialized. */
export function jsonObject(fields: Readonly<Record<string, string>>): string {
  let members = '';
  for (const [name, json] of Object.entries(fields)) members += `${members && ','}"${name}":${json}`;
  return `{${members}}`;
}
