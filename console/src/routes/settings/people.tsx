import type { RowOf } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { TextField } from '../../act/fields.tsx'
import { Sheet } from '../../act/sheet.tsx'
import { useAct } from '../../api/use-call.ts'
import { Page } from '../../frame/page.tsx'
import { Failed, type Tone } from '../../frame/states.tsx'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { useMay } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { PersonPeek } from './person-peek.tsx'
import { RoleBoxes } from './role-boxes.tsx'
import { ShownOnce } from './shown-once.tsx'
import { settingsTitles } from './titles.ts'
import { settingsWords } from './words.ts'

type Person = RowOf<'listUsers'>

const tones: Readonly<Record<Person['status'], Tone>> = {
  invited: 'attention',
  active: 'settled',
  deactivated: 'quiet',
}

/** The form, or what it made and is shown once. */
type Opened = { readonly form: true } | { readonly secret: string }

function People() {
  const words = useWords(settingsWords)
  const { people: title } = useWords(settingsTitles)
  const mayInvite = useMay('users.manage')
  const [opened, setOpened] = useState<Opened | null>(null)
  const { text, moment, state, id } = useColumnKinds<Person>()
  return (
    <Page
      title={title}
      isWide
      acts={
        mayInvite && (
          <Button size="xs" onClick={() => setOpened({ form: true })}>
            {words.invite}
          </Button>
        )
      }
    >
      <List
        title={title}
        call="listUsers"
        isWhole
        keyOf={(person) => person.id}
        peek={(person) => ({
          title: person.name,
          content: <PersonPeek key={person.id} id={person.id} />,
        })}
        columns={[
          text('name', words.name, (person) => person.name, { width: 180 }),
          text('email', words.email, (person) => person.email, { width: 220 }),
          state('status', words.status, (one) => one.status, words.personStates, tones),
          text('roles', words.roles, (person) => person.roles.join(', '), {
            grows: true,
            width: 200,
          }),
          moment('seen', words.seen, (person) => person.last_seen_at),
          id('id', 'Id', (person) => person.id),
        ]}
        empty={{ title: words.noPeople, hint: words.noPeopleHint }}
      />
      {opened !== null && 'form' in opened && (
        <Invite onClose={() => setOpened(null)} onDone={(link) => setOpened({ secret: link })} />
      )}
      {opened !== null && 'secret' in opened && (
        <ShownOnce
          title={words.invited}
          hint={words.link}
          secret={opened.secret}
          onClose={() => setOpened(null)}
        />
      )}
    </Page>
  )
}

function Invite({
  onClose,
  onDone,
}: {
  readonly onClose: () => void
  readonly onDone: (link: string) => void
}) {
  const words = useWords(settingsWords)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [roles, setRoles] = useState<readonly string[]>([])
  const invite = useAct('inviteUser', ({ link }) => (link === undefined ? onClose() : onDone(link)))
  const isReady = name.trim() !== '' && email.includes('@') && roles.length > 0
  return (
    <Sheet title={words.invite} onClose={onClose}>
      <form
        className="sheet-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const body = { name: name.trim(), email: email.trim(), roles: [...roles] }
          if (isReady) invite.mutate({ body })
        }}
      >
        <TextField label={words.name} isFirst value={name} onChange={setName} />
        <TextField label={words.email} value={email} onChange={setEmail} />
        <RoleBoxes chosen={roles} change={setRoles} />
        {invite.error !== null && <Failed error={invite.error} />}
        <div className="sheet-acts">
          <Button type="submit" disabled={!isReady} loading={invite.isPending}>
            {words.invite}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}

export { People as page }
