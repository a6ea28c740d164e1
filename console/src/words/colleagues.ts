import { useQuery } from '@tanstack/react-query'
import { callOptions } from '../api/use-call.ts'
import { useMay } from '../session/me.ts'

/** Names seldom change. */
const freshMs = 5 * 60_000

/** The people of the account: whom tasks are for, and who wrote a note. */
export function useColleagues() {
  const { data = [] } = useQuery({
    ...callOptions('listColleagues'),
    enabled: useMay('tasks.read'),
    staleTime: freshMs,
  })
  const names = new Map(data.map(({ id, name }) => [id, name]))
  return {
    people: data,
    /** Undefined for a key, and for who has left. */
    nameOf: (id: string) => names.get(id),
  }
}
