import type { App, HttpDeps } from '../deps.ts'
import { addListDistinctValues } from '../datasets/data-api/list-distinct-values.ts'
import { addListItems } from '../datasets/data-api/list-items.ts'
import { addShowDataset } from '../datasets/data-api/show-dataset.ts'
import { addShowItem } from '../datasets/data-api/show-item.ts'
import { dataSchemas } from '../datasets/data-api/wire.ts'

/** The Data API, from which front ends fill their dropdowns. */
export function addData(app: App, deps: HttpDeps): void {
  for (const schema of dataSchemas) app.addSchema(schema)
  addShowDataset(app, deps)
  addListItems(app, deps)
  addListDistinctValues(app, deps)
  addShowItem(app, deps)
}
