/** Settings: the recovery file, the export, the profiles of this device, the deletion, and the identifiers. */
import { Deletion, Export } from './export-and-deletion.tsx'
import { Keys } from './keys.tsx'
import { Recovery } from './recovery.tsx'
import { useScene } from './scene.ts'

export const Settings = () => (
  <>
    <Recovery />
    <Export />
    <Keys />
    <Deletion />
    <Technical />
  </>
)

function Technical() {
  const { keyPair, keyring } = useScene()
  return (
    <details className="card">
      <summary>Technical</summary>
      <dl>
        <dt>Identifier of this profile (DID)</dt>
        <dd>
          <code>{keyPair.did}</code>
        </dd>
        <dt>Storage nodes</dt>
        {keyring.environment.nodes.map(({ url }) => (
          <dd key={url}>{url}</dd>
        ))}
      </dl>
    </details>
  )
}
