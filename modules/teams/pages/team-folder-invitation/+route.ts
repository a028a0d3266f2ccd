export default '/team-folder-invitation/@id'
