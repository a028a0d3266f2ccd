export default '/page/@slug'
