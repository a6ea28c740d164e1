import type { Json, JsonObject } from '../words/index.ts'
import type { RuleExample } from './rule-guide.ts'
import { type RulePage, listRules } from './list-rules.ts'

const introduction = `# Rule strings

Generated from the table that implements the rules (\`npm run rules-guide\`); every example is run by the tests. \`npx bindery rules\` shows the same on the command line, \`npx bindery rules min\` one rule.

The fields of \`quote.json\` and \`fields.json\` have a \`validation\`: a rule string such as \`integer|required|min:0|max:20\`.

- \`|\` separates rules, \`:\` begins the arguments of a rule, \`,\` separates them. A pattern runs from its slash to its closing slash, whatever stands in between.
- A field that is absent, null or empty, and not required, skips its other rules.
- Types are strict: the text "3" is not an integer.
- \`path\` is null for fields of the request itself, \`data\` for fields inside \`data\`, \`metadata\` for fields inside \`metadata\`. Names may be dotted (\`person.first_name\`), and \`*\` stands for every entry of a list and every member of an object with keys (\`agents.*.name\`). An error names the real place: \`agents.2.name\`.
- Arguments that name another field are read beside the field itself (\`start\`) or from the root (\`data.start\`); inside \`*\` the same entry is meant. A rule of \`fields.json\` may also name an answer of the quote; the policy's own field wins where both exist.
- \`first_name\`, \`last_name\` and \`email\` are required texts, whatever \`fields.json\` says of them.
- Unknown rules, wrong arguments, rules that no value can pass together and fields that do not exist are refused when the product is pushed.

An error lists the rules that failed, their arguments and a sentence for the customer, in the \`language\` of the offer, else in the language of the product that \`Accept-Language\` asks for, else in its default. English, German, French and Italian are spoken.

\`\`\`json
{ "code": "invalid_value", "field": "employees", "path": "data", "rules": ["max"], "params": { "max": ["20"] }, "message": "Must be at most 20." }
\`\`\`

Four reasons are no rules: \`dataset_item\` (the \`dai_\` id is not that of an item), \`too_much\` (the document would take too long to check; it is refused at the place where checking ended), \`quote_patch\` and \`policy_patch\` (a change would replace what these lists do not name).

In the examples it is the morning of 15 April 2026 in Zurich, and a dataset \`companies\` has an item with the name Acme.
`

/** The guide of all rules, as docs/guides/rules.md holds it. */
export function writeGuide(): string {
  const families = Map.groupBy(listRules(), ({ family }) => family)
  const chapters = [...families].map(
    ([family, rules]) => `## ${family}\n\n${rules.map(writeRule).join('\n')}`,
  )
  return `${introduction}\n${chapters.join('\n')}`
}

function writeRule({ name, usage, about, examples, message }: RulePage): string {
  return [
    `### ${name}`,
    '',
    `\`${usage}\``,
    '',
    about,
    '',
    '| written | passes | fails |',
    '|---|---|---|',
    ...examples.map(writeExample),
    '',
    ...(message === '' ? [] : [`*${message}*`, '']),
  ].join('\n')
}

function writeExample({ rules, beside, passes, fails }: RuleExample): string {
  const where = beside === undefined ? '' : ` beside ${writeBeside(beside)}`
  return `| ${code(rules)}${where} | ${writeValues(passes)} | ${writeValues(fails)} |`
}

function writeBeside(beside: JsonObject): string {
  return Object.entries(beside)
    .map(([name, value]) => code(`${name}: ${JSON.stringify(value)}`))
    .join(', ')
}

function writeValues(values: readonly Json[]): string {
  return values.map((value) => code(JSON.stringify(value))).join(', ')
}

/** A bar would end the cell of a table. */
function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``
}
