import type { RowOf } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ChoiceField, TextField } from '../../act/fields.tsx'
import { Sheet } from '../../act/sheet.tsx'
import { useAct } from '../../api/use-call.ts'
import { Page } from '../../frame/page.tsx'
import { Failed, type Tone } from '../../frame/states.tsx'
import { showToast } from '../../frame/toasts.tsx'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { Facts } from '../../list/peek.tsx'
import { useMay, useMe } from '../../session/me.ts'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { ActButton } from '../policy/acts/act-button.tsx'
import { RoleBoxes } from './role-boxes.tsx'
import { ShownOnce } from './shown-once.tsx'
import { settingsTitles } from './titles.ts'
import { settingsWords } from './words.ts'

type Key = RowOf<'listKeys'>
type State = 'active' | 'expiring' | 'revoked'

const tones: Readonly<Record<State, Tone>> = {
  active: 'settled',
  expiring: 'attention',
  revoked: 'quiet',
}

function stateOf(key: Key): State {
  if (key.revoked_at !== null) return 'revoked'
  return key.expires_at === null ? 'active' : 'expiring'
}

/** The form, or what it made and is shown once. */
type Opened = { readonly form: true } | { readonly secret: string }

function Keys() {
  const words = useWords(settingsWords)
  const { keys: title } = useWords(settingsTitles)
  const mayCreate = useMay('keys.manage')
  const [opened, setOpened] = useState<Opened | null>(null)
  const { text, day, moment, state, id, names } = useColumnKinds<Key>()
  return (
    <Page
      title={title}
      isWide
      acts={
        mayCreate && (
          <Button size="xs" onClick={() => setOpened({ form: true })}>
            {words.createKey}
          </Button>
        )
      }
    >
      <List
        title={title}
        call="listKeys"
        isWhole
        keyOf={(key) => key.id}
        peek={(key) => ({ title: key.name, content: <KeyPeek key={key.id} of={key} /> })}
        columns={[
          text('name', words.name, (key) => key.name, { grows: true, width: 180 }),
          state('state', words.status, stateOf, words.states, tones),
          text('kind', words.kind, (key) => words.kinds[key.kind], { width: 100 }),
          text('hint', words.hint, (key) => `…${key.hint}`, { width: 90 }),
          text('roles', words.roles, (key) => key.roles?.join(', ') ?? null, { width: 160 }),
          text('account', words.account, (key) => names.distributor(key.account_id)),
          day('used', words.used, (key) => key.last_used_on),
          moment('created', words.created, (key) => key.created_at, { isExtra: true }),
          id('id', 'Id', (key) => key.id),
        ]}
        empty={{ title: words.noKeys, hint: words.noKeysHint }}
      />
      {opened !== null && 'form' in opened && (
        <CreateKey onClose={() => setOpened(null)} onDone={(secret) => setOpened({ secret })} />
      )}
      {opened !== null && 'secret' in opened && (
        <ShownOnce
          title={words.createKey}
          hint={words.secretOnce}
          secret={opened.secret}
          onClose={() => setOpened(null)}
        />
      )}
    </Page>
  )
}

function KeyPeek({ of }: { readonly of: Key }) {
  const words = useWords(settingsWords)
  const { day, time } = useMoments()
  const revoke = useAct('revokeKey', () => showToast(words.revoked))
  return (
    <>
      <Facts
        of={[
          [words.status, words.states[stateOf(of)]],
          [words.kind, words.kindHints[of.kind]],
          [words.hint, `…${of.hint}`],
          [words.roles, of.roles?.join(', ')],
          [words.used, of.last_used_on === null ? words.neverUsed : day(of.last_used_on)],
          [words.created, time(of.created_at)],
        ]}
      />
      <div className="review">
        <p className="quiet">{words.revokeHint}</p>
        <ActButton
          label={words.revoke}
          allowed={of.allowed?.revoke}
          onClick={() => revoke.mutate({ params: { keyId: of.id } })}
        />
        {revoke.error !== null && <Failed error={revoke.error} />}
      </div>
    </>
  )
}

function CreateKey({
  onClose,
  onDone,
}: {
  readonly onClose: () => void
  readonly onDone: (secret: string) => void
}) {
  const words = useWords(settingsWords)
  const { world } = useMe()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<'public' | 'secret'>('secret')
  const [roles, setRoles] = useState<readonly string[]>([])
  const create = useAct('createKey', ({ key }) => (key === undefined ? onClose() : onDone(key)))
  const isReady = name.trim() !== '' && (kind === 'public' || roles.length > 0)
  return (
    <Sheet title={words.createKey} onClose={onClose}>
      <form
        className="sheet-form"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate({
            body: {
              kind,
              livemode: world.mode === 'live',
              name: name.trim(),
              ...(kind === 'secret' ? { roles: [...roles] } : {}),
            },
          })
        }}
      >
        <TextField label={words.name} isFirst value={name} onChange={setName} />
        <ChoiceField
          label={words.kind}
          description={words.kindHints[kind]}
          value={kind}
          onChange={(next) => setKind(next === 'public' ? 'public' : 'secret')}
          choices={[
            { value: 'secret', label: words.kinds.secret },
            { value: 'public', label: words.kinds.public },
          ]}
        />
        {kind === 'secret' && <RoleBoxes chosen={roles} change={setRoles} />}
        {create.error !== null && <Failed error={create.error} />}
        <div className="sheet-acts">
          <Button type="submit" disabled={!isReady} loading={create.isPending}>
            {words.create}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}

export { Keys as page }
