import { managerOn } from '../../builders/manager.ts'
import type { Refusals, Stage } from './stage.ts'

/** What the lists of the Management API refuse alike. */
export function listRefusals({ platform }: Stage, list: string): Refusals {
  const asked = (query: string) => () => managerOn(platform).get(`/manage/${list}?${query}`)
  return {
    limit: asked('limit=0'),
    both_directions: asked('starting_after=a&ending_before=b'),
    invalid_member: asked(`id=${'x'.repeat(301)}`),
    not_a_date: asked('created_from=soon'),
    unknown_status: asked('status=lost'),
    search_in_feed: asked('after=start&type=policy.issued'),
    unknown_event_type: asked('type=policy.isued'),
    unknown_cursor: asked('after=evt_01b0acc58e20f0013c788dfafea8'),
  }
}
