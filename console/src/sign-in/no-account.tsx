import type { Answer } from '@bindery/sdk'
import { frameWords } from '../frame/words.ts'
import { useWords } from '../words/language.ts'
import { accountNameInPath, basePathOf } from '../world.ts'
import { Entrance } from './entrance.tsx'
import { signInWords } from './words.ts'

/** The address names an account that one does not belong to, or one belongs to none. */
export function NoAccount({ accounts }: { readonly accounts: Answer<'showMe'>['accounts'] }) {
  const frame = useWords(frameWords)
  const words = useWords(signInWords)
  const isNone = accounts.length === 0
  return (
    <Entrance>
      <h1>{isNone ? words.noAccount : frame.notYours}</h1>
      <p className="quiet">{isNone ? words.noAccountHint : frame.notYoursHint}</p>
      <ul className="rows">
        {accounts.map((account) => (
          <li key={account.id}>
            <a href={basePathOf({ mode: 'test', account: accountNameInPath(account) })}>
              {account.name}
            </a>
          </li>
        ))}
      </ul>
    </Entrance>
  )
}
