import type { RowOf } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ActAsCode } from '../../act/act-as-code.tsx'
import { TextField } from '../../act/fields.tsx'
import { Sheet } from '../../act/sheet.tsx'
import { useAct } from '../../api/use-call.ts'
import { Page } from '../../frame/page.tsx'
import { Failed } from '../../frame/states.tsx'
import { showToast } from '../../frame/toasts.tsx'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { useMay } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { DistributorPeek } from './distributor-peek.tsx'
import { distributorWords } from './distributor-words.ts'
import { settingsTitles } from './titles.ts'

type Distributor = RowOf<'listAccounts'>

function Distributors() {
  const words = useWords(distributorWords)
  const { distributors: title } = useWords(settingsTitles)
  const mayAdd = useMay('distributors.create')
  const [isAdding, setAdding] = useState(false)
  const { text, id } = useColumnKinds<Distributor>()
  return (
    <Page
      title={title}
      isWide
      acts={
        mayAdd && (
          <Button size="xs" onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        )
      }
    >
      <List
        title={title}
        call="listAccounts"
        isWhole
        keyOf={(one) => one.id}
        peek={(one) => ({ title: one.name, content: <DistributorPeek key={one.id} of={one} /> })}
        columns={[
          text('name', words.name, (one) => one.name, { grows: true, width: 220 }),
          text('kind', words.kind, (one) => words.accounts[one.kind], { width: 160 }),
          text('key', words.key, (one) => one.key, { width: 180 }),
          id('id', words.id, (one) => one.id, { isExtra: false }),
        ]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      {isAdding && <AddDistributor onClose={() => setAdding(false)} />}
    </Page>
  )
}

function AddDistributor({ onClose }: { readonly onClose: () => void }) {
  const words = useWords(distributorWords)
  const [name, setName] = useState('')
  const [key, setKey] = useState('')
  const add = useAct('createDistributor', () => {
    showToast(words.added)
    onClose()
  })
  const request = { body: { key: key.trim(), name: name.trim() } }
  return (
    <Sheet title={words.add} onClose={onClose}>
      <form
        className="sheet-form"
        onSubmit={(event) => {
          event.preventDefault()
          add.mutate(request)
        }}
      >
        <TextField label={words.name} isFirst value={name} onChange={setName} />
        <TextField label={words.key} description={words.keyHint} value={key} onChange={setKey} />
        {add.error !== null && <Failed error={add.error} />}
        <div className="sheet-acts">
          <Button
            type="submit"
            disabled={name.trim() === '' || key.trim() === ''}
            loading={add.isPending}
          >
            {words.add}
          </Button>
        </div>
        <ActAsCode call={{ id: 'createDistributor', request }} />
      </form>
    </Sheet>
  )
}

export { Distributors as page }
