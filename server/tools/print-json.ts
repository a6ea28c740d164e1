const columnsMax = 100

/** JSON for people and for diffs: what fits on a line stands on one, as a reference does. */
export function printJson(value: unknown): string {
  return `${print(value, '', '')}\n`
}

function print(value: unknown, indent: string, before: string): string {
  const line = onOneLine(value)
  const isShort = indent.length + before.length + line.length < columnsMax // With a comma after it.
  if (typeof value !== 'object' || value === null || isShort) return before + line
  const inner = `${indent}  `
  const [open, close, members] = Array.isArray(value)
    ? ['[', ']', value.map((one: unknown) => print(one, inner, ''))]
    : ['{', '}', entriesOf(value).map(([name, one]) => print(one, inner, `${name}: `))]
  const lines = members.map((member) => inner + member)
  return `${before}${open}\n${lines.join(',\n')}\n${indent}${close}`
}

function onOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  const members = entriesOf(value).map(([name, one]) => `${name}: ${onOneLine(one)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** Without what JSON leaves out. */
function entriesOf(value: object): (readonly [string, unknown])[] {
  return Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([name, one]) => [JSON.stringify(name), one] as const)
}
