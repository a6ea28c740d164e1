import { expect, test } from 'vitest'
import { describeProblem } from '../../kernel/index.ts'
import type { DatasetDefinition } from '../product-definition.ts'
import { parseDatasetItems } from './dataset-items.ts'

const cities: DatasetDefinition = {
  key: 'cities',
  name: 'Cities',
  languages: ['en', 'de'],
  access: 'public',
  keyField: 'code',
  fields: [
    { name: 'code', type: 'text', hidden: false },
    { name: 'name', type: 'text', hidden: false },
    { name: 'people', type: 'number', hidden: false },
    { name: 'coast', type: 'boolean', hidden: false },
    { name: 'founded', type: 'date', hidden: true },
  ],
  file: 'datasets/cities.csv',
}
const header = 'code,name.en,name.de,people,coast,founded'

function problemsOf(csv: string): string[] {
  const result = parseDatasetItems(cities, Buffer.from(csv))
  return result.ok ? [] : result.problems.map(describeProblem)
}

test('values are typed, translations stand apart, and empty means null', () => {
  const csv = `\uFEFF${header}\r\nCGN,Cologne,Köln,1086000.5,false,\r\nHH,"Hamburg, Free City",,,true,1189-05-07\r\n`
  expect(parseDatasetItems(cities, Buffer.from(csv))).toEqual({
    ok: true,
    items: [
      {
        key: 'CGN',
        values: { code: 'CGN', name: 'Cologne', people: 1086000.5, coast: false, founded: null },
        translations: { en: { name: 'Cologne' }, de: { name: 'Köln' } },
      },
      {
        key: 'HH',
        values: {
          code: 'HH',
          name: 'Hamburg, Free City',
          people: null,
          coast: true,
          founded: '1189-05-07',
        },
        translations: { en: { name: 'Hamburg, Free City' }, de: { name: null } },
      },
    ],
  })
})

test('every bad cell is reported with its line and column', () => {
  const csv = `${header}\nCGN,Cologne,Köln,many,no,1.5.1200\nCGN,a,b,1,true,2000-02-30\n,a,b,1,true,\n`
  expect(problemsOf(csv)).toEqual([
    'datasets/cities.csv, line 2, people: "many" is not a number. Write digits with a point, such as 1234.5.',
    'datasets/cities.csv, line 2, coast: "no" is neither true nor false. Write true or false.',
    'datasets/cities.csv, line 2, founded: "1.5.1200" is not a date. Write it as YYYY-MM-DD.',
    'datasets/cities.csv, line 3, founded: "2000-02-30" is not a date. Write it as YYYY-MM-DD.',
    'datasets/cities.csv, line 3, code: The key "CGN" already stands in line 2. Give each item a key of its own.',
    'datasets/cities.csv, line 4, code: The item has no key. Give it one of its own.',
  ])
})

test.each([
  ['', 'datasets/cities.csv, line 1: The file is empty. Write the column names in its first line.'],
  [
    header.replace('people', 'poeple'),
    'datasets/cities.csv, line 1: The column "poeple" is not a field of this dataset. Did you mean people?',
  ],
  [
    header.replace(',coast', ''),
    'datasets/cities.csv, line 1: The column coast is missing. Add the column coast, or remove the field.',
  ],
  [
    header.replaceAll(',', ';'),
    'datasets/cities.csv, line 1: The columns are separated by semicolons, so the file has only one column. Separate them by commas: spreadsheet programs call that "CSV (comma delimited)".',
  ],
  [
    `${header},code`,
    'datasets/cities.csv, line 1: The column "code" occurs twice. Remove one of them.',
  ],
  [
    header.replace('code', 'code.en'),
    'datasets/cities.csv, line 1: The key field code must be the same in every language. Give it one column named code.',
  ],
  [
    `${header}\nHH,Hamburg`,
    'datasets/cities.csv, line 2: There are 2 values for 6 columns. Leave an empty value empty, and its comma in place.',
  ],
  [
    `${header}\nHH,Hamburg,1,2,3,4,5`,
    'datasets/cities.csv, line 2: There are 7 values for 6 columns. Put values that contain commas in double quotes.',
  ],
])('the file %j is refused', (csv, problem) => {
  expect(problemsOf(csv)).toContain(problem)
})

test('an unclosed quote is reported with its line', () => {
  expect(problemsOf(`${header}\nHH,"Hamburg,b,1,true,\n`)[0]).toMatch(
    /^datasets\/cities.csv, line 2: This is not CSV: /,
  )
})

test('a thousand bad lines do not give a thousand messages', () => {
  const bad = Array.from({ length: 1_000 }, (_, at) => `c${at},a,b,x,true,`)
  const problems = problemsOf([header, ...bad].join('\n'))
  expect(problems).toHaveLength(21)
  expect(problems.at(-1)).toContain('There are 980 more problems of this kind.')
})
