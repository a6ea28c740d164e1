import type pg from 'pg'

/** Wider lines are broken: a comment is read beside its object. */
const columnsMax = 100

interface Comment {
  /** The catalogue and the id of the object, such as `pg_class 16385`. */
  readonly id: string
  /** The object as `comment on` names it. */
  readonly target: string
  readonly text: string
}

/** The comments of a schema, each to be written beside its object. */
export class SchemaComments {
  readonly #waiting: Map<string, Comment[]>

  private constructor(comments: readonly Comment[]) {
    this.#waiting = Map.groupBy(comments, ({ id }) => id)
  }

  static async read(client: pg.ClientBase, schema: string): Promise<SchemaComments> {
    const { rows } = await client.query<Comment>(
      `select d.catalogue || ' ' || d.objoid as id, d.target, d.description as text from (
         select 'pg_class' as catalogue, c.relname as name, objoid, objsubid, description,
           case when objsubid > 0 then format('column %s.%I', c.oid::regclass, a.attname)
             else case c.relkind when 'i' then 'index' when 'S' then 'sequence' else 'table' end
               || ' ' || c.oid::regclass end as target
         from pg_description join pg_class c on classoid = 'pg_class'::regclass and c.oid = objoid
           left join pg_attribute a on a.attrelid = c.oid and a.attnum = objsubid
         where c.relnamespace = $1::regnamespace
         union all
         select 'pg_proc', p.proname, objoid, objsubid, description, 'function ' || p.oid::regprocedure
         from pg_description join pg_proc p on classoid = 'pg_proc'::regclass and p.oid = objoid
         where p.pronamespace = $1::regnamespace and not exists (
           select from pg_depend where objid = p.oid and deptype = 'e')
         union all
         select 'pg_constraint', k.conname, objoid, objsubid, description,
           format('constraint %I on %s', k.conname, k.conrelid::regclass)
         from pg_description
           join pg_constraint k on classoid = 'pg_constraint'::regclass and k.oid = objoid
         where k.connamespace = $1::regnamespace
         union all
         select 'pg_trigger', t.tgname, objoid, objsubid, description,
           format('trigger %I on %s', t.tgname, t.tgrelid::regclass)
         from pg_description join pg_trigger t on classoid = 'pg_trigger'::regclass and t.oid = objoid
           join pg_class c on c.oid = t.tgrelid
         where c.relnamespace = $1::regnamespace) as d
       order by d.catalogue collate "C", d.name collate "C", d.objsubid`,
      [schema],
    )
    return new SchemaComments(rows)
  }

  /** The statements that comment on an object, and of a table on its columns. */
  take(id: string): string[] {
    const comments = this.#waiting.get(id) ?? []
    this.#waiting.delete(id)
    return comments.map(({ target, text }) => commentOn(target, text))
  }

  /** A comment that no statement takes would be lost without a word. */
  assertAllTaken(): void {
    const left = [...this.#waiting.values()].flat().map(({ target }) => target)
    if (left.length === 0) return
    throw new Error(
      `The description of the schema leaves out the comment on ${left.join(', ')}. ` +
        'Comment on a table, a column, a constraint, an index, a function, a sequence or a trigger.',
    )
  }
}

/** In lines of their own, which PostgreSQL reads as one text, where one line is too narrow. */
function commentOn(target: string, text: string): string {
  const head = `comment on ${target} is`
  const whole = `${head} ${literal(text)}`
  // The semicolon follows.
  if (whole.length < columnsMax) return whole
  const indent = '  '
  const lines: string[] = []
  for (const word of text.split(/(?<= )/)) {
    const last = lines.at(-1)
    const joined = `${last ?? ''}${word}`
    const isFull = indent.length + literal(joined).length >= columnsMax
    if (last === undefined || isFull) lines.push(word)
    else lines[lines.length - 1] = joined
  }
  return [head, ...lines.map((line) => `${indent}${literal(line)}`)].join('\n')
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
