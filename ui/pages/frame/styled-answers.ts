/** Answers with their styles, which the frame loads with them; other pages have the styles from the start. */
import './answers.css'

export { Answers } from './answers.tsx'
