/** The renderer of the National Library of Medicine, a prebuilt web component. */
import 'lforms/dist/lforms/webcomponent/styles.css'
import 'lforms/dist/lforms/webcomponent/assets/lib/zone.min.js'
import 'lforms/dist/lforms/webcomponent/runtime.js'
import 'lforms/dist/lforms/webcomponent/polyfills.js'
import 'lforms/dist/lforms/webcomponent/main.js'
import 'lforms/dist/lforms/fhir/R4/lformsFHIR.min.js'
import { timed } from '../../renderer/timed.js'
import { form } from './r4.js'

timed(root => globalThis.LForms.Util.addFormToPage(form, root, { fhirVersion: 'R4' }))
