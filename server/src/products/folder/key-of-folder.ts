import type { Problem } from '../../kernel/index.ts'
import type { ProductFiles } from '../product-definition.ts'
import { readKey } from './names.ts'
import { openYaml } from './open-file.ts'

export const productYaml = 'product.yaml'

/** The key of a folder's product; null where it has none that can be read. */
export function keyOfFolder(files: ProductFiles): string | null {
  const problems: Problem[] = []
  const root = openYaml(files, productYaml, problems)
  const key = root === null ? null : readKey(root.member('key'))
  return problems.length === 0 ? key : null
}
