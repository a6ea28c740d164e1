import type { RowOf } from '@bindery/sdk'
import { CopyId } from '../../frame/copy-id.tsx'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { type ListPlace, listPage } from '../../list/list-page.tsx'
import { Facts } from '../../list/peek.tsx'
import { StreamedExportButton } from '../../list/streamed-export-button.tsx'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { ImportDataset } from './import-dataset.tsx'
import { settingsTitles } from './titles.ts'
import { settingsWords } from './words.ts'

type Dataset = RowOf<'listDatasets'>

function DatasetList(place: ListPlace) {
  const words = useWords(settingsWords)
  const { text, moment, count, id } = useColumnKinds<Dataset>()
  return (
    <List
      {...place}
      call="listDatasets"
      keyOf={(dataset) => dataset.key}
      peek={(dataset) => ({
        title: dataset.name,
        content: <DatasetPeek key={dataset.key} dataset={dataset} />,
      })}
      columns={[
        text('name', words.name, (dataset) => dataset.name, { width: 180 }),
        count('items', words.items, (dataset) => dataset.items),
        text('fields', words.fields, ({ fields }) => fields.map(({ name }) => name).join(', '), {
          grows: true,
          width: 240,
        }),
        text('used', words.usedBy, ({ products }) => products.join(', ')),
        moment('imported', words.imported, (dataset) => dataset.imported_at),
        id('id', 'Id', (dataset) => dataset.id),
      ]}
      empty={{ title: words.noDatasets, hint: words.noDatasetsHint }}
    />
  )
}

function DatasetPeek({ dataset }: { readonly dataset: Dataset }) {
  const words = useWords(settingsWords)
  const { time } = useMoments()
  return (
    <>
      <Facts
        of={[
          [words.items, dataset.items.toLocaleString()],
          [words.usedBy, dataset.products.join(', ')],
          [words.imported, time(dataset.imported_at)],
          [words.key, <CopyId key="key" id={dataset.key} />],
        ]}
      />
      <h3>{words.fields}</h3>
      <Facts of={dataset.fields.map(({ name, type }) => [name, type] as const)} />
      <div className="act-row">
        <StreamedExportButton
          call="exportDataset"
          request={{ params: { datasetKey: dataset.key }, query: { format: 'csv' } }}
          name={dataset.key}
        />
      </div>
      <ImportDataset dataset={dataset} />
    </>
  )
}

export const page = listPage(settingsTitles, 'datasets', DatasetList)
