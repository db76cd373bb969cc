/** The page `/`: an overview of this deployment. */
import './home.css'
import { showPage } from '../shell/show-page.tsx'
import { home } from '../texts/home.ts'
import { problems } from '../texts/problems.ts'
import { Home } from './home.tsx'

const page = document.getElementById('page')
if (page) void showPage(page, { texts: { first: home, later: [problems] }, draw: () => <Home /> })
