import type { Json, JsonObject } from '../words/index.ts'
import type { RuleExample } from './rule-guide.ts'
import { type RulePage, listRules } from './list-rules.ts'

const introduction = `# Rule strings

This page is generated from the table that implements the rules (\`npm run rules-guide\`). The tests run every example. \`npx bindery rules\` shows the same on the command line, and \`npx bindery rules min\` shows one rule.

The fields of \`quote.json\` and \`fields.json\` have a \`validation\`: a rule string such as \`integer|required|min:0|max:20\`.

- \`|\` separates rules, \`:\` begins the arguments of a rule, and \`,\` separates arguments. Inside a regular expression (\`/.../\`) these characters have no such meaning.
- If a field is missing, null or empty and not required, its other rules are skipped.
- Types are strict: the text "3" is not an integer.
- \`path\` is null for fields of the request itself, \`data\` for fields inside \`data\`, \`metadata\` for fields inside \`metadata\`. Names may have dots (\`person.first_name\`). \`*\` means every entry of a list, or every member of an object (\`agents.*.name\`). An error names the entry: \`agents.2.name\`.
- To refer to another field, write its name (\`start\`) if it is in the same object, or its whole path (\`data.start\`). Inside \`*\`, the path refers to the same entry. A rule of \`fields.json\` may also refer to an answer of the quote. If both have a field of that name, the field of \`fields.json\` is used.
- \`first_name\`, \`last_name\` and \`email\` are always required texts, even if \`fields.json\` has other rules for them.
- A push refuses unknown rules, wrong arguments, rules that contradict each other, and fields that do not exist.

An error lists the failed rules, their arguments and a sentence for the customer. The language of the sentence is the \`language\` of the offer, otherwise the language of the product that \`Accept-Language\` prefers, otherwise the default language of the product. Sentences exist in English, German, French and Italian; other languages get English.

\`\`\`json
{ "code": "invalid_value", "field": "employees", "path": "data", "rules": ["max"], "params": { "max": ["20"] }, "message": "Must be at most 20." }
\`\`\`

Four entries in \`rules\` of an error are not rules of the product: \`dataset_item\` (no dataset item has this \`dai_\` id), \`too_much\` (checking all answers would take too long; the error is at the field where checking stopped), \`quote_patch\` and \`policy_patch\` (the endorsement changes a field that this list does not name).

In the examples, the time is the morning of 15 April 2026 in Zurich, and the dataset \`companies\` has an item with the name Acme.
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
