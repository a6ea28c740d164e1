import type { Account, Answer } from '@bindery/sdk'
import { createContext, useContext } from 'react'
import type { World } from '../world.ts'

/** Who is signed in, and for whom they act on this page. */
export interface Me extends Answer<'showMe'> {
  readonly person: NonNullable<Answer<'showMe'>['person']>
  readonly session: NonNullable<Answer<'showMe'>['session']>
  readonly account: Account
  readonly world: World
}

export const MeContext = createContext<Me | null>(null)

export function useMe(): Me {
  const me = useContext(MeContext)
  if (me === null) throw new Error('there is nobody outside of the frame')
  return me
}

/** Whether the person has a permission in this account and mode, for whatever sales. */
export function useMay(permission: string): boolean {
  return useMe().permissions.some((granted) => granted.permission === permission)
}
