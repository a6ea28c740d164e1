import { useNavigate, useSearch } from '@tanstack/react-router'

/** Filters and columns stand in the address: it can be shared, kept, and gone back to. */
export function useFilters() {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    search,
    set: (changed: Readonly<Record<string, string | undefined>>) => {
      void navigate({ to: '.', search: { ...search, ...changed }, replace: true })
    },
  }
}
