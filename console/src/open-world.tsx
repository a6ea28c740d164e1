import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { client } from './api/client.ts'
import { callFor } from './api/connection.ts'
import { callOptions, queries } from './api/use-call.ts'
import { openRouter } from './router.tsx'
import { type Me, MeContext } from './session/me.ts'
import { showTimesIn } from './words/time-zone.ts'
import { type World, basePathOf, rememberWorld } from './world.ts'

/** The pages of one account in one mode, for whoever is signed in. */
export async function openWorld(world: World, accountId: string): Promise<ReactNode> {
  callFor({ accountId, mode: world.mode })
  const answer = await client.call('showMe')
  queries.setQueryData(callOptions('showMe').queryKey, answer)
  const { person, session, account } = answer
  if (person === null || session === null || account === null) {
    throw new Error('The server names nobody who is signed in.')
  }
  const me: Me = { ...answer, person, session, account, world }
  rememberWorld(world)
  showTimesIn(me.time_zone)
  document.documentElement.dataset['mode'] = world.mode
  const router = openRouter(basePathOf(world))
  return (
    <QueryClientProvider client={queries}>
      <MeContext value={me}>
        <RouterProvider router={router} />
      </MeContext>
    </QueryClientProvider>
  )
}
