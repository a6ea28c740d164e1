import { allAllowed, ids, moment } from '../wire/example-ids.ts'

export const datasetExample = {
  id: ids.dataset,
  key: 'garages',
  name: 'Garages',
  languages: ['en', 'de'],
  access: 'public',
  key_field: 'code',
  fields: [
    { name: 'code', type: 'text', hidden: false },
    { name: 'city', type: 'text', hidden: false },
    { name: 'lifts', type: 'number', hidden: false },
    { name: 'discount', type: 'number', hidden: true },
  ],
  product: null,
  products: [],
  is_live: true,
  items: 2,
  created_at: moment,
  imported_at: moment,
}

export const shownDatasetExample = { ...datasetExample, allowed: allAllowed('import') }

export const csvExample =
  'code,city,city.en,city.de,lifts,discount\r\n' +
  'G-1,Munich,Munich,München,4,0.1\r\n' +
  'G-2,Cologne,Cologne,Köln,2,0.15\r\n'

export const jsonLinesExample =
  '{"code":"G-1","city":{"en":"Munich","de":"München"},"lifts":4,"discount":0.1}\n' +
  '{"code":"G-2","city":{"en":"Cologne","de":"Köln"},"lifts":2,"discount":0.15}\n'

/** The parameters that the examples of the answers were made with. */
export const importQueryExample = {
  key_field: 'code',
  name: 'Garages',
  languages: 'en,de',
  access: 'public',
  hidden: 'discount',
  file: 'garages.csv',
} as const

export const importedExample = {
  dataset: datasetExample,
  is_new: true,
  is_dry_run: false,
  added: 2,
  changed: 0,
  removed: 0,
  kept: 0,
}

/** Of a file whose third line has one value too few. */
export const importProblemsExample = [
  {
    file: 'garages.csv',
    place: 'line 3',
    message: 'There are 3 values for 4 columns.',
    fix: 'Leave an empty value empty, and its comma in place.',
  },
]
