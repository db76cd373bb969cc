/** The National Library of Medicine's, a web component that is built already. */
import 'lforms/dist/lforms/webcomponent/styles.css'
import { timed } from '../../renderer/timed.js'
import { form } from './r4.js'
import './lforms-scripts.js'

timed(root => {
  root.id = 'root'
  globalThis.LForms.Util.addFormToPage(form, 'root', { fhirVersion: 'R4' })
})
