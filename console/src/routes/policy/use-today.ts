import type { Policy } from '@bindery/sdk'
import { useCall } from '../../api/use-call.ts'

const dayMs = 86_400_000

/** Today where the policy is, on the clock by which it lives. */
export function useToday({ id, localized_dates: { time_zone: timeZone } }: Policy): string {
  const { data: timeline } = useCall('showTimeline', { params: { policyId: id } })
  const now = timeline === undefined ? new Date() : new Date(timeline.known_at)
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now)
}

export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}
