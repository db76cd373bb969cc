/** The overview of an application: its latest forms, its readers, and its addresses. */
import { Icon } from '@andiron/design/icon'
import { useEffect, useState } from 'react'
import type { Application } from '../../../sdk/applications.ts'
import { type Backend, listBackends } from '../../../sdk/backends.ts'
import type { StorageKeyPair } from '../../../sdk/key-pair.ts'
import { words } from '../../shell/language/page-texts.ts'
import { Forms } from '../forms/forms.tsx'
import type { Scene } from '../page-context.ts'
import { sectionHref } from '../page-location.ts'
import { Arrivals } from './arrivals.tsx'

export interface OverviewProps {
  readonly scene: Scene
  readonly application: Application
  readonly keyPair: StorageKeyPair
}

/** Forms to show; the rest is in their section. */
const SHOWN = 5

export function Overview({ scene, application, keyPair }: OverviewProps) {
  const { applicationId, callbackUrls } = application
  return (
    <div className="two">
      <div>
        <Arrivals {...{ scene, applicationId, keyPair }} />
        <section aria-labelledby="forms">
          <div className="between">
            <h2 id="forms">{words.forms}</h2>
            <a href={sectionHref(applicationId, 'forms')}>{words.allForms}</a>
          </div>
          <Forms {...{ scene, applicationId, keyPair }} most={SHOWN} />
        </section>
      </div>
      <div>
        <Readers {...{ scene, application, keyPair }} />
        <section aria-labelledby="addresses">
          <div className="between">
            <h2 id="addresses">{words.runsAt}</h2>
            <a href={sectionHref(applicationId, 'settings')}>{words.change}</a>
          </div>
          <div className="card">
            {callbackUrls.length === 0 ? (
              <p>{words.noAddress}</p>
            ) : (
              <ul className="rows">
                {callbackUrls.map(url => (
                  <li key={url} className="address">
                    {url}
                  </li>
                ))}
              </ul>
            )}
          </div>
        </section>
      </div>
    </div>
  )
}

/** The servers with keys of their own. */
function Readers({ scene: { environment }, application: { applicationId }, keyPair }: OverviewProps) {
  const [backends, setBackends] = useState<readonly Backend[]>()
  useEffect(() => {
    listBackends(keyPair, applicationId, environment).then(setBackends, () => {
      // Its section shows the error.
    })
  }, [keyPair, applicationId, environment])
  return (
    backends && (
      <section aria-labelledby="readers">
        <div className="between">
          <h2 id="readers">{words.whoCanRead}</h2>
          <a href={sectionHref(applicationId, 'backends')}>{words.change}</a>
        </div>
        <div className="card">
          <p>
            {backends.length === 0 ? words.onlyApplication : words.applicationAnd({ many: backends.length })}
          </p>
          {backends.length > 0 && (
            <ul className="rows">
              {backends.map(({ id, name }) => (
                <li key={id} className="event">
                  <Icon name="service" />
                  <strong>
                    <bdi>{name}</bdi>
                  </strong>
                </li>
              ))}
            </ul>
          )}
        </div>
      </section>
    )
  )
}
