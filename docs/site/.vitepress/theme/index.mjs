/** The theme of VitePress, with a picture of the size of a screen on the first page. */
import DefaultTheme from 'vitepress/theme'
import './home.css'

export default DefaultTheme
