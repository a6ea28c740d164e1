import type { Filter } from '../../list/column.ts'
import { useWords } from '../../words/language.ts'
import { useNames } from '../../words/names.ts'
import { salesWords } from './words.ts'

/** What every list of sales can be narrowed by. */
export function useSaleFilters(): readonly Filter[] {
  const words = useWords(salesWords)
  const { products, distributors } = useNames()
  return [
    { name: 'product_id', title: words.product, choices: products },
    { name: 'distributor_id', title: words.distributor, choices: distributors, isExtra: true },
    { name: 'created_from', title: words.createdFrom, isDay: true, isExtra: true },
    { name: 'created_until', title: words.createdUntil, isDay: true, isExtra: true },
  ]
}
