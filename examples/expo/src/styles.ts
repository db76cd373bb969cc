/** The looks of the screens. */
import { StyleSheet } from 'react-native'

export const styles = StyleSheet.create({
  screen: { flex: 1, backgroundColor: '#fffefc' },
  page: { padding: 16, gap: 16, maxWidth: 640, width: '100%', alignSelf: 'center' },
  title: { fontSize: 24, fontWeight: '700', color: '#2a211b' },
  heading: { fontSize: 19, fontWeight: '600', color: '#2a211b' },
  text: { fontSize: 16, lineHeight: 24, color: '#2a211b' },
  muted: { fontSize: 15, color: '#564b43' },
  question: { gap: 8 },
  label: { fontSize: 16, fontWeight: '600', color: '#2a211b' },
  error: { fontSize: 15, color: '#a3123a' },
  input: {
    minHeight: 48,
    padding: 12,
    borderWidth: 1,
    borderColor: '#8a7f77',
    borderRadius: 10,
    fontSize: 16,
    color: '#2a211b',
  },
  card: { minHeight: 52, padding: 14, borderWidth: 1, borderColor: '#8a7f77', borderRadius: 10 },
  selected: { borderColor: '#a63c18', borderWidth: 2, backgroundColor: '#fdebe2' },
  buttons: { flexDirection: 'row', flexWrap: 'wrap', gap: 12 },
  button: {
    minHeight: 48,
    paddingHorizontal: 20,
    justifyContent: 'center',
    borderWidth: 1,
    borderRadius: 10,
  },
  primary: { backgroundColor: '#a63c18', borderColor: '#a63c18' },
  onPrimary: { fontSize: 16, fontWeight: '600', color: '#fffaf6' },
})
