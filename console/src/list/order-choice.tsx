import { useWords } from '../words/language.ts'
import { useFilters } from './use-filters.ts'
import { listWords } from './words.ts'

/** Which rows come first. It stands in the address, like filters. */
export function OrderChoice() {
  const words = useWords(listWords)
  const { search, set } = useFilters()
  const isOldest = search['order'] === 'oldest'
  return (
    <select
      className={isOldest ? 'filter filter-set' : 'filter'}
      aria-label={words.order}
      value={isOldest ? 'oldest' : 'newest'}
      onChange={(event) =>
        set({ order: event.currentTarget.value === 'oldest' ? 'oldest' : undefined })
      }
    >
      <option value="newest">{words.newest}</option>
      <option value="oldest">{words.oldest}</option>
    </select>
  )
}
