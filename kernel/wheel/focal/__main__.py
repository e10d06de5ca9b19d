from focal import main

main()
