import type { App, HttpDeps } from '../deps.ts'
import { addListDistinctValues } from './list-distinct-values.ts'
import { addListItems } from './list-items.ts'
import { addShowDataset } from './show-dataset.ts'
import { addShowItem } from './show-item.ts'
import { dataSchemas } from './wire.ts'

/** The Data API, from which front ends fill their dropdowns. */
export function addData(app: App, deps: HttpDeps): void {
  for (const schema of dataSchemas) app.addSchema(schema)
  addShowDataset(app, deps)
  addListItems(app, deps)
  addListDistinctValues(app, deps)
  addShowItem(app, deps)
}
