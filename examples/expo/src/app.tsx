/** Opens the form, and shows it or the reason why it cannot be shown. */
import { type LiveForm, openForm, type Questionnaire } from '@andiron/questionnaire/engine'
import { useEffect, useState } from 'react'
import { ActivityIndicator, SafeAreaView, Text } from 'react-native'
import { questionnaireId } from './config'
import form from './form.json'
import { FormScreen } from './form-screen'
import { send } from './send'
import { styles } from './styles'

export function App() {
  const [live, setLive] = useState<LiveForm>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    openForm(form as unknown as Questionnaire, { questionnaireId }).then(setLive, () => setFailed(true))
  }, [])
  return (
    <SafeAreaView style={styles.screen}>
      {failed && <Text accessibilityRole="alert">The form cannot be opened. Try again later.</Text>}
      {!live && !failed && <ActivityIndicator accessibilityLabel="The form is opened" />}
      {live && <FormScreen live={live} send={send} />}
    </SafeAreaView>
  )
}
