{{ taking }}
def whole(r):
    return bits(range(1, r.vertices + 1))


def takes(r):
    for element in range(1, r.vertices + 1):
        above, grows = {element}, True
        while grows:
            size = len(above)
            above |= {high for low, high in r.edges if low in above}
            grows = len(above) > size
        yield bits([element]), bits(above), str(element)
