/** What was entered, as it is reviewed; what is empty is left out. */
export function Values({ of }: { readonly of: readonly (readonly [string, string])[] }) {
  return (
    <dl className="values">
      {of
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  )
}
