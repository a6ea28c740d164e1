import { buildXlsx } from '@bindery/spreadsheet/testing'
import { givenFolder, smallestProductYaml } from '../../src/products/folder/given-folder.ts'
import type { ProductFiles } from '../../src/products/index.ts'

/** How much of it: 1 for the tests, more for an attack by hand. */
const scale = Number(process.env['HOSTILE_SCALE'] ?? 1)

export interface Body {
  readonly type: string
  readonly content: string | Uint8Array
}

/** What an attacker sends, by name; made where making it costs the server nothing. */
export const bodies: Readonly<Record<string, () => Body>> = {
  honest: () => folder({}),
  manyKeys: () =>
    folder({ 'product.yaml': productYaml + lines(20_000, (at) => `key${at}: ${at}`) }),
  farTooManyKeys: () =>
    folder({ 'product.yaml': productYaml + lines(100_000 * scale, (at) => `key${at}: ${at}`) }),
  sameKeys: () => folder({ 'product.yaml': productYaml + lines(40_000, () => 'key: 1') }),
  syntaxErrors: () => folder({ 'product.yaml': lines(20_000 * scale, () => '}') }),
  deep: () => folder({ 'product.yaml': `a: ${'['.repeat(200_000)}` }),
  aliases: () =>
    folder({ 'product.yaml': `a: &a [x]\nb: [${'*a, '.repeat(100_000)}]\n${productYaml}` }),
  manyCases: () =>
    folder({
      'tests/cases.yaml': lines(
        5_000 * scale,
        (at) => `- { name: c${at}, input: { days: 1 }, expect: { knockout: true } }`,
      ),
    }),
  manySteps: () =>
    folder({
      'pricing.yaml': `kind: formula\ninputs: { days: integer }\nsteps:\n${lines(10_000, (at) => `  s${at}: days * ${at} + unknown${at}`)}\noutputs: { net_premium: s1, tax_rate: 0.19 }`,
    }),
  mistakesEverywhere: () =>
    folder({
      'quote.json': JSON.stringify({
        quote: Array.from({ length: 500 }, (_, at) => ({
          name: `f${at}`,
          path: 'data',
          validation: `strnig|${'mni:1|'.repeat(200)}`,
        })),
        quote_patch: [],
        pricing_variables: [],
      }),
      'product.yaml': productYaml + lines(10_000, (at) => `unknwon${at}: [1, {a: ${at}}]`),
    }),
  longChoices: () =>
    folder({
      'quote.json': JSON.stringify({
        quote: [
          { name: 'days', path: 'data', validation: 'integer|required|min:1|max:365' },
          {
            name: 'word',
            path: 'data',
            validation: `string|in:${Array.from({ length: 80_000 }, (_, at) => `w${at}`).join(',')}`,
          },
        ],
        quote_patch: [],
        pricing_variables: [
          { name: 'commission_rate', path: 'data', validation: 'numeric|required|max:0.3' },
        ],
      }),
    }),
  /** Taken at push, with rules as large and as wide as they may be. */
  wideRules: () =>
    folder({
      'quote.json': JSON.stringify({
        quote: [
          { name: 'days', path: 'data', validation: 'integer|required|min:1|max:365' },
          { name: 'word', path: 'data', validation: `string|in:${longestList}` },
          { name: 'words.*', path: 'data', validation: `string|in:${longestList}` },
          { name: 'tree.*.*', path: 'data', validation: 'string|required|regex:/^(a|b)*c$/' },
          { name: 'deep.*.*.*.*.*.*.*.*.*.*', path: 'data', validation: 'integer|max:1' },
          { name: 'days_of_birth.*', path: 'data', validation: 'iso_date|before:18 years ago' },
          { name: 'sizes.*', path: 'data', validation: 'numeric|between:1000,2000' },
          { name: 'rows', path: 'data', validation: 'array' },
          ...Array.from({ length: 480 }, (_, at) => ({
            name: `rows.*.f${at}`,
            path: 'data',
            validation: 'integer|required_with:days|max:5',
          })),
        ],
        quote_patch: [],
        pricing_variables: [
          { name: 'commission_rate', path: 'data', validation: 'numeric|required|max:0.3' },
        ],
      }),
    }),
  longTable: () => withTable(101_000 * scale),
  largeTable: () => withTable(20_000 * scale),
  dataset: () =>
    folder({
      'datasets/places.yaml':
        'name: Places\naccess: public\nkey_field: code\nfields: [{name: code}, {name: town}]\n',
      'datasets/places.csv': `code,town\n${lines(10_000 * scale, (at) => `C-${at},Town ${at}`)}`,
    }),
  workbook: () => {
    const files = new Map(givenFolder({ 'product.yaml': productYaml, 'pricing.yaml': null }))
    files.set('pricing.xlsx', largeWorkbook())
    return json(files)
  },
  largeJson: () => {
    const files = new Map(givenFolder({ 'product.yaml': productYaml }))
    files.set('documents/large.txt', Buffer.alloc(18e6, 'x'))
    return json(files)
  },
  largeParts: () => {
    const files = new Map(givenFolder({ 'product.yaml': productYaml }))
    files.set('documents/large.txt', Buffer.alloc(18e6, 'y'))
    return parts(files)
  },
  csvImport: () => ({
    type: 'text/csv',
    content: `code,town,street\n${lines(40_000 * scale, (at) => `C-${at},Town ${at},Street ${at % 100}`)}`,
  }),
  wrongCsvImport: () => ({
    type: 'text/csv',
    content: `code,town\n${lines(40_000 * scale, (at) => `C-${at},Town,too,many,${at}`)}`,
  }),
  jsonImport: () => ({
    type: 'application/x-ndjson',
    content: lines(20_000 * scale, (at) => `{"code":"J-${at}","town":"Town ${at}"}`),
  }),
  wideCsvImport: () => {
    const columns = Array.from({ length: 80 }, (_, at) => `c${at}`).join(',')
    return {
      type: 'text/csv',
      content: `${columns}\n${lines(2_000 * scale, (at) => `${at}${',x'.repeat(79)}`)}`,
    }
  },
  notJson: () => ({ type: 'application/json', content: `{"data":${'['.repeat(900_000)}` }),
}

/** A rule string may have fifty thousand characters. */
const longestList = Array.from({ length: 8_000 }, (_, at) => `w${at}`)
  .join(',')
  .slice(0, 49_900)

const productYaml = smallestProductYaml.replace(
  'distributor: agency',
  'distributor: alpine-brokers',
)

function folder(changes: Readonly<Record<string, string>>): Body {
  return json(givenFolder({ 'product.yaml': productYaml, ...changes }))
}

function json(files: ProductFiles): Body {
  const encoded = [...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString('base64')])
  return {
    type: 'application/json',
    content: JSON.stringify({ files: Object.fromEntries(encoded) as object }),
  }
}

function parts(files: ProductFiles): Body {
  const boundary = 'between-the-parts'
  const written = [...files].flatMap(([path, content]) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${path}"\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ])
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    content: Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

function withTable(rows: number): Body {
  const table = `id,factor,band,name\n${lines(rows, (at) => `${at},1.${at % 97},${at % 7},n${at}`)}`
  return folder({
    'tables/rates.csv': table,
    'pricing.yaml': `kind: formula
inputs: { days: integer }
variables: { commission_rate: number }
tables: { rates: { file: tables/rates.csv, key: id } }
steps: { rate: "VLOOKUP(days, rates, 2, FALSE)" }
outputs: { net_premium: days * rate * 100, tax_rate: 0.19 }
`,
  })
}

/** 249,000 cells with something in them, 3,000 of them formulas that the price depends on. */
function largeWorkbook(): Uint8Array {
  const rows = Array.from({ length: 82_000 }, (_, at) => {
    const row = at + 1
    return `<row r="${row}"><c r="A${row}"><v>${row}</v></c><c r="B${row}"><v>${1 + (at % 97)}</v></c><c r="C${row}"><v>${at % 7}</v></c></row>`
  })
  const steps = Array.from({ length: 1_000 }, (_, at) => {
    const row = at + 1
    const formula =
      at === 0 ? 'VLOOKUP(Inputs!B1,Rates!A1:B82000,2,FALSE)' : `A${row - 1}+Inputs!B1*0`
    return `<row r="${row}"><c r="A${row}"><f>${formula}</f><v>30</v></c></row>`
  })
  return buildXlsx({
    sheets: {
      Inputs: text('A1', 'days', '<c r="B1"><v>30</v></c>'),
      Outputs:
        text('A1', 'net_premium', '<c r="B1"><f>Calc!A1000*100</f><v>3000</v></c>') +
        text('A2', 'tax_rate', '<c r="B2"><v>0.19</v></c>'),
      Calc: steps.join(''),
      Rates: rows.join(''),
    },
  })
}

function text(address: string, value: string, more: string): string {
  const row = address.slice(1)
  return `<row r="${row}"><c r="${address}" t="inlineStr"><is><t>${value}</t></is></c>${more}</row>`
}

function lines(count: number, line: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => line(at)).join('\n')
}

/** Answers to put into a quote. */
export const answers: Readonly<Record<string, () => object>> = {
  'ten thousand values': () => ({ list: Array.from({ length: 9_900 }, (_, at) => at) }),
  'far too many values': () => ({ list: Array.from({ length: 400_000 }, () => 1) }),
  'far too many names': () =>
    Object.fromEntries(Array.from({ length: 80_000 }, (_, at) => [`k${at}`, 1])),
  'far too many objects': () => ({
    list: Array.from({ length: 70_000 }, (_, at) => ({ [`k${at}`]: 1 })),
  }),
  'a text of a megabyte': () => ({ text: 'x'.repeat(1_000_000) }),
  'thousands of items': () => ({
    ids: Array.from({ length: 9_000 }, (_, at) => `dai_${String(at).padStart(28, '0')}`),
  }),
  'thousands of objects': () => ({
    list: Array.from({ length: 3_000 }, () => ({ a: { b: [1] } })),
  }),
  'a word that is not on a long list': () => ({ word: 'not there' }),
  'thousands of words that are not on a long list': () => ({
    words: Array.from({ length: 9_000 }, (_, at) => `not there ${at}`),
  }),
  'thousands of days that are too late': () => ({
    days_of_birth: Array.from({ length: 9_000 }, () => '2999-01-01'),
  }),
  'thousands of numbers that are too large': () => ({
    sizes: Array.from({ length: 9_000 }, (_, at) => 1e6 + at),
  }),
  'as many failing fields as fit': () => ({
    rows: Array.from({ length: 3_000 }, (_, at) => ({ [`f${at % 490}${'x'.repeat(300)}`]: 'x' })),
  }),
  'many rows for many rules': () => ({ rows: Array.from({ length: 9_000 }, () => ({})) }),
  'a wide tree': () => ({
    tree: Object.fromEntries(
      Array.from({ length: 90 }, (_, at) => [
        `k${at}`,
        Object.fromEntries(Array.from({ length: 100 }, (__, of) => [`k${of}`, 'a'.repeat(100)])),
      ]),
    ),
  }),
  'a deep tree': () => ({ deep: nested(10, 2), tree: nested(90, 1) }),
}

function nested(depth: number, width: number): object | string {
  if (depth === 0) return 'leaf'
  return Object.fromEntries(
    Array.from({ length: width }, (_, at) => [`k${at}`, nested(depth - 1, width)]),
  )
}
